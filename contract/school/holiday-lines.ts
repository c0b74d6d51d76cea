import { z } from 'zod'
import { holidaysMax } from '../limits/limits.ts'
import { type Holiday, holidayMessages, makeNewHolidaySchema } from './holidays.ts'

const holidayListMessages = {
  none: 'Please enter a holiday',
  line: (line: number, message: string) => `Line ${line}: ${message}`,
  /** Of a line that has no date and name. */
  form: 'Please enter the first day, the last day and the name, such as 2026-12-24 2027-01-06 Winter break',
} as const

/** First day, last day if it is another, and name; between them spaces, commas or semicolons. */
const form = /^(\d{4}-\d\d-\d\d)(?:[\s,;]+(\d{4}-\d\d-\d\d))?[\s,;]+(?!\d{4}-\d\d-\d\d$)(\S.*)$/

/** Holidays as text, one a line, to add to others; of wrong lines it says which and why. */
export const makeHolidayLinesSchema = (others: readonly Holiday[]) =>
  z.string().transform((text, context) => {
    const holidays: Holiday[] = []
    const problems: string[] = []
    for (const [place, line] of text.split('\n').entries()) {
      if (line.trim() === '') continue
      const [, from, to = from, name] = form.exec(line.trim()) ?? []
      const Line = makeNewHolidaySchema([...others, ...holidays])
      const checked = from === undefined ? undefined : Line.safeParse({ from, to, name })
      if (checked?.success) holidays.push(checked.data)
      else {
        const message = checked?.error.issues[0]?.message ?? holidayListMessages.form
        problems.push(holidayListMessages.line(place + 1, message))
      }
    }
    if (holidays.length + problems.length === 0) problems.push(holidayListMessages.none)
    if (others.length + holidays.length > holidaysMax) problems.push(holidayMessages.tooMany)
    if (problems.length > 0) {
      context.addIssue({ code: 'custom', message: problems.join('\n') })
      return z.NEVER
    }
    return holidays
  })
