import type { MailContent } from './content.ts'

/** Renders a mail as plain text; its link has its own line, to be copied easily. */
export function renderText(
  { title, lines, items = [], facts = [], button, after = [] }: MailContent,
  school: { name: string; url: string },
): string {
  const table = facts.map(([label, value]) => `${label}: ${value}`).join('\n')
  const paragraphs = [
    title,
    ...lines,
    ...items.map(({ text, url }) => `${text}\n${url}`),
    ...(table ? [table] : []),
    ...(button ? [`${button.text}:`, button.url] : []),
    ...after,
    `${school.name}: ${school.url}`,
  ]
  return `${paragraphs.join('\n\n')}\n`
}
