/** Lines of an entry, such as `DTSTART:20260302T150000Z`. */
export type EntryLines = readonly string[]

/** A calendar of entries, each given by its lines without an id. */
export function writeEntries(entries: readonly EntryLines[], head: readonly string[] = []): string {
  const all = entries.map((lines, place) => {
    const id = lines.some((line) => line.startsWith('UID:')) ? [] : [`UID:entry-${place}`]
    return ['BEGIN:VEVENT', ...id, 'DTSTAMP:20260301T000000Z', ...lines, 'END:VEVENT']
  })
  return [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...head],
    ...[...all.flat(), 'END:VCALENDAR', ''],
  ].join('\r\n')
}

/** An instant as iCalendar writes it in UTC. */
function toUtc(instant: number): string {
  return new Date(instant).toISOString().replace(/[-:]|\.\d+/g, '')
}

/** An entry from one instant to another. */
export const writeSpan = (startsAt: number, endsAt: number): string[] => [
  ...[`DTSTART:${toUtc(startsAt)}`, `DTEND:${toUtc(endsAt)}`],
]
