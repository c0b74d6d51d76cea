import { getManualPath, type ManualPage, manualTitles } from '#contract/kit/manual.ts'

type Props = {
  page: ManualPage
  /** The anchor of one of its headings. */
  hash?: string
}

/** A link to a page of the manual, which opens in a new tab. */
export function ManualLink({ page, hash }: Props) {
  return (
    <a
      href={getManualPath(page, hash)}
      target="_blank"
      rel="noreferrer"
      style={{ color: 'inherit', textUnderlineOffset: 3 }}
    >
      Manual: {manualTitles[page]}
    </a>
  )
}
