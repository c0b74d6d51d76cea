import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'

const file = 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
const css = readFileSync('web/shell/theme/fonts.css', 'utf8')

/** The known tables of a WOFF2 file, by index; other tables carry their tag. */
const known = 'cmap,head,hhea,hmtx,maxp,name,OS/2,post,cvt ,fpgm,glyf,loca'.split(',')

/** A font's tables: the decompressed block that holds them, and where each starts. */
function getTables(woff2: Buffer): { data: Buffer; starts: Map<string, number> } {
  let at = 48
  function readNumber(): number {
    for (let value = 0; ; ) {
      const byte = woff2[at++] ?? 0
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
  }
  const starts = new Map<string, number>()
  let start = 0
  for (let left = woff2.readUInt16BE(12); left > 0; left--) {
    const flags = woff2[at++] ?? 0
    const isNamed = (flags & 63) === 63
    const name = isNamed ? woff2.toString('latin1', at, at + 4) : known[flags & 63]
    if (isNamed) at += 4
    starts.set(name ?? '', start)
    const length = readNumber()
    const isShape = name === 'glyf' || name === 'loca'
    const isTransformed = isShape ? flags >> 6 !== 3 : flags >> 6 !== 0
    start += isTransformed ? readNumber() : length
  }
  const block = woff2.subarray(at, at + woff2.readUInt32BE(20))
  return { data: brotliDecompressSync(block), starts }
}

test('the fallback font has Inter’s line height', () => {
  const { data, starts } = getTables(readFileSync(file))
  const [head = 0, hhea = 0] = [starts.get('head'), starts.get('hhea')]
  const unitsPerEm = data.readUInt16BE(head + 18)
  const percent = (name: string) => Number(css.match(new RegExp(`${name}: ([\\d.]+)%`))?.[1])
  const shareOf = (offset: number) => data.readInt16BE(hhea + offset) / unitsPerEm
  const scale = percent('size-adjust') / 100
  expect(scale).toBe(1.07)
  expect(percent('ascent-override')).toBeCloseTo((100 * shareOf(4)) / scale, 1)
  expect(percent('descent-override')).toBeCloseTo((-100 * shareOf(6)) / scale, 1)
  expect(percent('line-gap-override')).toBe(100 * shareOf(8))
})
