import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makePropertyParameters } from '#test/property.ts'
import { getNetwork } from './client-network.ts'

const group = fc.integer({ min: 0, max: 0xffff })
const groups = (length: number) => fc.array(group, { minLength: length, maxLength: length })
/** Often with zeros, which can be left out. */
const network = fc.array(fc.oneof(fc.constant(0), group), { minLength: 4, maxLength: 4 })
const host = fc.oneof(groups(4), fc.constant([0, 0, 0, 1]), fc.constant([0, 0, 0, 0]))

const written = (all: number[]) => all.map((one) => one.toString(16)).join(':')

/** The ways in which the same address is written; the short one is what the URL standard makes. */
function spellings(all: number[]): string[] {
  const plain = written(all)
  const full = all.map((one) => one.toString(16).padStart(4, '0')).join(':')
  const short = new URL(`http://[${plain}]`).hostname.slice(1, -1)
  const [high = 0, low = 0] = all.slice(6)
  const dotted = [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const mixed = `${written(all.slice(0, 6))}:${dotted}`
  return [plain, full, full.toUpperCase(), short, mixed, `${short}%eth0`]
}

const isMapped = (all: number[]) =>
  new URL(`http://[${written(all)}]`).hostname.startsWith('[::ffff:')

test('IPv6 addresses count as one network if and only if their first 64 bits are equal', () => {
  fc.assert(
    fc.property(network, network, host, host, (first, second, one, other) => {
      fc.pre(!isMapped([...first, ...one]) && !isMapped([...second, ...other]))
      const counted = spellings([...first, ...one]).map(getNetwork)
      expect(new Set(counted)).toEqual(new Set([getNetwork(written([...first, ...other]))]))
      const isSame = written(first) === written(second)
      expect(getNetwork(written([...second, ...other])) === counted[0]).toBe(isSame)
    }),
    makePropertyParameters(300),
  )
})

test('each IPv4 address is a network of its own, also when it is mapped to IPv6', () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.ipV4(), (address, other) => {
      expect(getNetwork(address)).toBe(address)
      expect(getNetwork(`::ffff:${address}`)).toBe(address)
      expect(getNetwork(new URL(`http://[::ffff:${address}]`).hostname.slice(1, -1))).toBe(address)
      expect(getNetwork(`::ffff:${address}`) === getNetwork(other)).toBe(address === other)
    }),
    makePropertyParameters(200),
  )
})
