import { type ManualPage, manualPath, manualTitles } from '#contract/kit/manual.ts'

/** A link to a page of the manual, which opens in a new tab. */
export function ManualLink({ page }: { page: ManualPage }) {
  return (
    <a
      href={manualPath(page)}
      target="_blank"
      rel="noreferrer"
      style={{ color: 'inherit', textUnderlineOffset: 3 }}
    >
      Manual: {manualTitles[page]}
    </a>
  )
}
