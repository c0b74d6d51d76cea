import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingDescriptions } from '#server/kit/settings/descriptions.ts'

/** The file of the settings page. */
export const settingsFile = join(import.meta.dirname, '../../docs/run/settings.md')

/** Generates the settings page from `server/kit/settings/descriptions.ts`. */
export function generateSettingsPage(): string {
  const lines = Object.entries(settingDescriptions).map(
    ([name, { defaultValue, meaning }]) => `- \`${name}\` (${defaultValue}): ${meaning}`,
  )
  return `# Settings

Weekward reads its settings from the environment when it starts. An empty value counts as not set. An invalid value stops the start; a misspelt name (\`RATE_LIMITS\`) causes a warning. "Also on the page": School settings can set it too, but the environment wins.

Each line has the default in brackets.

${lines.join('\n')}

Only School settings has how many days ahead slots can be booked, counting today (3; at most 28), how many days before its due date a review is planned at the earliest (2; 0 to 7), and the hours before a slot within which only overdue reviews are planned (12; 0 to 48).

\`npm run docs:settings\` writes this page.
`
}

if (import.meta.main) writeFileSync(settingsFile, generateSettingsPage())
