import { type ManualPage, manualFile, manualPath } from '#contract/kit/manual.ts'

/** The way to a page of the documentation, which the server gives out as text: beside this screen. */
export function ManualLink({ page }: { page: ManualPage }) {
  return (
    <a
      href={manualPath(page)}
      target="_blank"
      rel="noreferrer"
      style={{ color: 'inherit', textUnderlineOffset: 3 }}
    >
      {manualFile(page)}
    </a>
  )
}
