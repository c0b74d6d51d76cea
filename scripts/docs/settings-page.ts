import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingDescriptions } from '#server/kit/settings/descriptions.ts'

/** Where the page of settings is kept. */
export const settingsFile = join(import.meta.dirname, '../../docs/run/settings.md')

/** The page of settings, as `server/kit/settings/descriptions.ts` has them. */
export function settingsPage(): string {
  const rows = Object.entries(settingDescriptions).map(
    ([name, { defaultValue, meaning }]) => `| \`${name}\` | ${defaultValue} | ${meaning} |`,
  )
  return `# Settings

Weekward takes its settings from the environment, once, when it starts. What is set to nothing is not set. A wrong setting stops the start with one clear line; a variable whose name is nearly that of a setting (\`RATE_LIMITS\`) is warned of. \`npm run doctor\` looks at all of them ([health](health.md)).

| setting | default | meaning |
|---|---|---|
${rows.join('\n')}

On the page alone, under School settings, an admin says for how many days slots can be booked, counting today: 3 where nothing was said, 28 at most; how many days before a review is due it is planned at the earliest (2, from 0 to 7); and within how many hours nothing is planned that is not overdue (12, from 0 to 48).

This table is made by \`npm run docs:settings\`.
`
}

if (import.meta.main) writeFileSync(settingsFile, settingsPage())
