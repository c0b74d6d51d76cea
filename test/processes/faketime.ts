import { globSync } from 'node:fs'

/** Debian's libfaketime for programs with threads; undefined if it is not there. */
export function findFaketime(): string | undefined {
  return globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0]
}

/**
 * The settings with which a process takes an instant (ms since 1970) for the present one, from
 * which its clock goes on; timers go by the real one.
 */
export function faketime(instant: number): Record<string, string> {
  const library = findFaketime()
  if (!library) throw new Error('faketime is missing: install the package faketime')
  const [date, time] = new Date(instant).toISOString().split(/[TZ.]/)
  return {
    LD_PRELOAD: library,
    FAKETIME: `@${date} ${time}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
    TZ: 'UTC',
  }
}
