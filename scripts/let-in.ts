import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { accountRefusals } from '#contract/accounts/accounts.ts'
import { makeResetLinkByEmail } from '#server/accounts/recovery/actions.ts'
import { openDatabase } from '#server/database/connect.ts'
import { systemClock } from '#server/kit/clock.ts'
import { noLive } from '#server/kit/live/live-interface.ts'
import { readSettings } from '#server/kit/settings/settings.ts'
import { refreshSettings } from '#server/school/actions.ts'
import { parseArguments, printLine, runOrFail } from './command-line.ts'

const usage = 'npm run let-in -- EMAIL [--and-second-factor]'

const usePasswordsAgain =
  'If nobody gets in that way, remove OIDC_ONLY from the settings and restart: passwords then work again.'

/** Prints a password reset link, for an admin who cannot sign in. */
await runOrFail(async () => {
  const { email, andSecondFactor } = readArguments()
  const settings = readSettings(process.env)
  const { database } = settings
  if (database.kind === 'sqlite' && !existsSync(database.file)) {
    throw new Error(`there is no school at ${database.file}`)
  }
  const db = openDatabase(database)
  try {
    const context = { db, clock: systemClock, live: noLive, settings }
    await refreshSettings(context)
    const made = makeResetLinkByEmail(context, email.toLowerCase(), { andSecondFactor })
    const { name, role, link } = await made.catch(sayHowToGetIn)
    printLine(`${name} (${role}) can set a new password with this link, once, within 24 hours:`)
    printLine(link)
  } finally {
    await db.destroy()
  }
})

function readArguments(): { email: string; andSecondFactor: boolean } {
  const options = { 'and-second-factor': { type: 'boolean', default: false } } as const
  const { values, positionals } = parseArguments(usage, () =>
    parseArgs({ options, allowPositionals: true }),
  )
  const [email, ...more] = positionals
  if (email === undefined || more.length > 0) throw new Error(`usage: ${usage}`)
  return { email, andSecondFactor: values['and-second-factor'] }
}

/** Rethrows an error, with the way out if it says that passwords are switched off. */
function sayHowToGetIn(error: Error): never {
  const isOff = error.message === accountRefusals.passwordsOff.message
  throw isOff ? new Error(`${error.message} ${usePasswordsAgain}`) : error
}
