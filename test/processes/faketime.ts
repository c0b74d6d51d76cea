import { globSync } from 'node:fs'

/** Debian's libfaketime for multithreaded programs; undefined if not installed. */
export function findFaketime(): string | undefined {
  return globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0]
}

/**
 * The environment in which a process starts at another time (ms since 1970). The clock advances
 * from there, while timers use the real one.
 */
export function getFaketimeEnvironment(instant: number): Record<string, string> {
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
