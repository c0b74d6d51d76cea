import {
  type SchoolSettings,
  type SchoolSettingsChange,
  saveFailingMailServerQuestion,
} from '#contract/school/settings.ts'
import { openConfirmDialog } from '#web/kit/page/overlays/dialogs.ts'
import { type SendTestMail, type SettingsFields, toChange } from './fields.ts'

/**
 * Sends a test mail through a changed mail server to the person who saves it. Returns whether to
 * save it: if the server did not accept the mail, the person is asked.
 */
export async function testMailServerBeforeSaving(
  change: Pick<SchoolSettingsChange, 'mailServer' | 'mailFrom'>,
  tryMail: SendTestMail,
): Promise<boolean> {
  const { mailServer, mailFrom } = change
  if (!mailServer) return true
  const { isTaken, answer } = await tryMail('', { mailServer, mailFrom })
  const { title, text, confirm } = saveFailingMailServerQuestion
  return isTaken || openConfirmDialog({ title, text: text(answer), confirm })
}

/** Whether the mail server or the sender has changed: only then it is tested. */
export function hasMailTransportChanged(
  fields: SettingsFields,
  before: SettingsFields,
  settings: SchoolSettings,
): boolean {
  const wayOf = (some: SettingsFields) => {
    const { mailServer, mailFrom } = toChange(some, settings)
    return JSON.stringify([mailServer, mailFrom])
  }
  return wayOf(fields) !== wayOf(before)
}
