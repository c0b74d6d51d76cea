import type { AddToCalendarLinks } from '#contract/calendar/add-to-calendar.ts'
import { secondMs } from '#contract/kit/time/durations.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import type { CalendarEvent } from '#server/kit/calendar/write-calendar.ts'

type Timed = CalendarEvent & { endsAt: number }

/** Links that open web calendars with a prefilled entry. */
export function makeAddToCalendarLinks(entry: Timed): Omit<AddToCalendarLinks, 'file'> {
  return {
    google: googleLink(entry),
    outlook: outlookLink('outlook.live.com', entry),
    office: outlookLink('outlook.office.com', entry),
  }
}

function googleLink({ title, details, place, startsAt, endsAt }: Timed): string {
  return linkTo('https://calendar.google.com/calendar/render', {
    action: 'TEMPLATE',
    text: title,
    dates: `${compact(startsAt)}/${compact(endsAt)}`,
    details: details.join('\n'),
    location: place,
  })
}

function outlookLink(host: string, { title, details, place, startsAt, endsAt }: Timed): string {
  return linkTo(`https://${host}/calendar/0/deeplink/compose`, {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: toIsoInstant(startsAt),
    enddt: toIsoInstant(endsAt),
    body: details.join('\n'),
    location: place,
  })
}

/** Encodes spaces as %20, because the calendars show a plus as it is. */
function linkTo(address: string, asked: Record<string, string>): string {
  return `${address}?${String(new URLSearchParams(asked)).replaceAll('+', '%20')}`
}

/** An instant as 20260302T170000Z. */
function compact(instant: number): string {
  const toSeconds = Math.floor(instant / secondMs) * secondMs
  return toIsoInstant(toSeconds).replace(/\.\d+/, '').replaceAll(/[-:]/g, '')
}
