import { expect, onTestFinished, test, vi } from 'vitest'
import { isEmptyOffer, renegotiateUntilConnected } from './older-client.ts'

test('this side is described anew a second after each description, until that is not needed', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let isNeeded = true
  const describe = vi.fn()
  const describing = renegotiateUntilConnected({ isNeeded: () => isNeeded, describe })
  describing.again()
  vi.advanceTimersByTime(900)
  // Another one went to and fro: it is given its own second.
  describing.again()
  vi.advanceTimersByTime(900)
  expect(describe).not.toHaveBeenCalled()
  vi.advanceTimersByTime(100)
  expect(describe).toHaveBeenCalledTimes(1)
  describing.again()
  isNeeded = false
  vi.advanceTimersByTime(1_000)
  describing.again()
  isNeeded = true
  describing.stop()
  vi.advanceTimersByTime(1_000)
  expect(describe).toHaveBeenCalledTimes(1)
})

test('an offer is empty when it has a place for nothing', () => {
  const head = 'v=0\r\no=- 1 2 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\na=msid-semantic: WMS\r\n'
  expect(isEmptyOffer({ sdp: head })).toBe(true)
  expect(isEmptyOffer({ sdp: `${head}m=audio 9 UDP/TLS/RTP/SAVPF 111\r\n` })).toBe(false)
})
