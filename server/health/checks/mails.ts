import { formatCount } from '#contract/kit/text/plural.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { countUndelivered } from '#server/mails/actions.ts'
import { type CheckFunction, requireDatabase, toPassedFinding, toProblem } from '../check.ts'

/** Normally a due mail is tried within seconds. */
const dueLongMs = 10 * minuteMs

/** Whether mails have been waiting for too long. */
export const checkWaitingMails: CheckFunction = async (looking) => {
  const school = requireDatabase(looking)
  const { waiting, delayed, dueSince } = await countUndelivered(school)
  if (dueSince !== null && school.clock() - dueSince > dueLongMs) {
    return toProblem(
      `${formatCount(waiting, 'email is', 'emails are')} waiting, with no attempt to send ${waiting === 1 ? 'it' : 'them'} for more than ten minutes.`,
      'Check that the server is running.',
    )
  }
  if (delayed === 0)
    return toPassedFinding(waiting === 0 ? 'None.' : `${waiting}, none of them for long.`)
  return toProblem(
    `${formatCount(delayed, 'email was', 'emails were')} tried five times or more without success.`,
    'See the mail server’s answer in the list of emails. The mail server check may say why.',
  )
}

/** Whether mails could not be delivered. */
export const checkFailedMails: CheckFunction = async (looking) => {
  const { failed } = await countUndelivered(requireDatabase(looking))
  if (failed === 0) return toPassedFinding('None.')
  return toProblem(
    `${formatCount(failed, 'email', 'emails')} could not be delivered.`,
    'See why in the list of emails, and send them again from there.',
  )
}
