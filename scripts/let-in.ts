import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { accountRefusals } from '#contract/accounts/accounts.ts'
import { getErrorMessage } from '#contract/kit/text/text-schemas.ts'
import { makeResetLinkByEmail } from '#server/accounts/recovery/actions.ts'
import { openDatabase } from '#server/database/connect.ts'
import { systemClock } from '#server/kit/clock.ts'
import { noLive } from '#server/kit/live/live-interface.ts'
import { readSettings } from '#server/kit/settings/settings.ts'
import { refreshSettings } from '#server/school/actions.ts'

const usage = 'usage: npm run let-in -- EMAIL [--and-second-factor]'

const usePasswordsAgain =
  'If nobody gets in that way, remove OIDC_ONLY from the settings and restart: passwords then work again.'

/** Prints a password reset link, for an admin who cannot sign in. */
async function run(): Promise<void> {
  const options = { 'and-second-factor': { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [email, ...more] = positionals
  if (email === undefined || more.length > 0) throw new Error(usage)
  const settings = readSettings(process.env)
  const { database } = settings
  if (database.kind === 'sqlite' && !existsSync(database.file)) {
    throw new Error(`there is no school at ${database.file}`)
  }
  const db = openDatabase(database)
  try {
    const andSecondFactor = values['and-second-factor'] ?? false
    const context = { db, clock: systemClock, live: noLive, settings }
    await refreshSettings(context)
    const { name, role, link } = await makeResetLinkByEmail(context, email.toLowerCase(), {
      andSecondFactor,
    })
    process.stdout.write(
      `${name} (${role}) can set a new password with this link, once, within 24 hours:\n`,
    )
    process.stdout.write(`${link}\n`)
  } finally {
    await db.destroy()
  }
}

try {
  await run()
} catch (error) {
  const said = getErrorMessage(error)
  const isOff = said === accountRefusals.passwordsOff.message
  process.stderr.write(`weekward: ${said.split('\n')[0]}\n`)
  if (isOff) process.stderr.write(`${usePasswordsAgain}\n`)
  process.exitCode = 1
}
