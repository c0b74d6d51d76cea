import {
  mailServerDoubt,
  type SchoolSettings,
  type SchoolSettingsChange,
} from '#contract/school/settings.ts'
import { confirmDialog } from '#web/kit/page/overlays/dialogs.ts'
import { type SchoolFields, type TryMail, toChange } from './fields.ts'

/**
 * Tries a mail server by a test mail to whoever saves it; answers whether it is to be saved, which
 * they are asked where it took none.
 */
export async function confirmMailServer(
  change: Pick<SchoolSettingsChange, 'mailServer' | 'mailFrom'>,
  tryMail: TryMail,
): Promise<boolean> {
  const { mailServer, mailFrom } = change
  if (!mailServer) return true
  const { isTaken, answer } = await tryMail('', { mailServer, mailFrom })
  const { title, text, confirm } = mailServerDoubt
  return isTaken || confirmDialog({ title, text: text(answer), confirm })
}

/** Whether the fields are another way for mails than those before: that alone is tried. */
export function hasMailTransportChanged(
  fields: SchoolFields,
  before: SchoolFields,
  settings: SchoolSettings,
): boolean {
  const wayOf = (some: SchoolFields) => {
    const { mailServer, mailFrom } = toChange(some, settings)
    return JSON.stringify([mailServer, mailFrom])
  }
  return wayOf(fields) !== wayOf(before)
}
