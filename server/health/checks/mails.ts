import { formatCount } from '#contract/kit/plural.ts'
import { minuteMs } from '#contract/kit/time.ts'
import { countUndelivered } from '#server/mails/actions.ts'
import { fine, openSchool, type RunCheck, toDo } from '../check.ts'

/** A mail that is due is tried within seconds. */
const dueLongMs = 10 * minuteMs

/** Whether mails wait for longer than they should. */
export const checkWaitingMails: RunCheck = async (looking) => {
  const school = openSchool(looking)
  const { waiting, delayed, dueSince } = await countUndelivered(school)
  if (dueSince !== null && school.clock() - dueSince > dueLongMs) {
    return toDo(
      `${formatCount(waiting, 'mail waits', 'mails wait')}, and nobody has tried to send ${waiting === 1 ? 'it' : 'them'} for more than ten minutes.`,
      'Look whether the server runs.',
    )
  }
  if (delayed === 0) return fine(waiting === 0 ? 'None.' : `${waiting}, and none for long.`)
  return toDo(
    `${formatCount(delayed, 'mail was', 'mails were')} tried five times and more, and not taken.`,
    'See what the mail server answers, in the list of mails; its own line here may say why.',
  )
}

/** Whether mails were given up. */
export const checkFailedMails: RunCheck = async (looking) => {
  const { failed } = await countUndelivered(openSchool(looking))
  if (failed === 0) return fine('None.')
  return toDo(
    `${formatCount(failed, 'mail', 'mails')} could not be delivered.`,
    'See why in the list of mails, and send them again from there.',
  )
}
