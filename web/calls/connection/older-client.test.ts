import { expect, onTestFinished, test, vi } from 'vitest'
import { isEmptyOffer, renegotiateUntilConnected } from './older-client.ts'

test('a new description is sent a second after each one, until connected', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let isNeeded = true
  const describe = vi.fn()
  const describing = renegotiateUntilConnected({ isNeeded: () => isNeeded, describe })
  describing.again()
  vi.advanceTimersByTime(900)
  // Another description was exchanged: the second starts again.
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

test('an offer without media sections is empty', () => {
  const head = 'v=0\r\no=- 1 2 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\na=msid-semantic: WMS\r\n'
  expect(isEmptyOffer({ sdp: head })).toBe(true)
  expect(isEmptyOffer({ sdp: `${head}m=audio 9 UDP/TLS/RTP/SAVPF 111\r\n` })).toBe(false)
})
