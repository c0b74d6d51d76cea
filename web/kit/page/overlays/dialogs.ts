import type { ReactNode } from 'react'
import { requestOverlays } from './overlays-needed.ts'

type Question = {
  title: string
  text: string
  confirm: string
  /** Whether what is confirmed takes something from somebody: its button is red then. */
  isDestructive?: boolean
  /** What there is to know for the answer. */
  facts?: ReactNode
  /** Takes the question back, as when what it is about has been done elsewhere. */
  signal?: AbortSignal
}

/** What a dialog shows, which may be given how to close it. */
type Content = ReactNode | ((close: () => void) => ReactNode)

/** An answer that is neither yes nor no, by what its button says. */
type OtherAnswer = { label: string; choose: () => void }

/** What a dialog asks, says or shows. */
export type Dialog =
  | (Question & { answer: (isConfirmed: boolean) => void; others?: OtherAnswer[] })
  | { title: string; text: string; goesByItself: boolean; gone?: (() => void) | undefined }
  | { title: string; content: Content }

let open: ((dialog: Dialog) => void) | undefined
const waiting: Dialog[] = []

/** Says that there is a place for dialogs, where those that waited open now. Answers its end. */
export function registerDialogHost(there: (dialog: Dialog) => void): () => void {
  open = there
  for (const dialog of waiting.splice(0)) there(dialog)
  return () => {
    open = undefined
  }
}

function show(dialog: Dialog): void {
  if (open) open(dialog)
  else {
    waiting.push(dialog)
    requestOverlays()
  }
}

/**
 * Where a dialog takes the focus: every one at its first field, a question at the answer that changes
 * nothing, what is only to be read at its text. None begins at the button that closes it.
 */
export const autoFocusProps = { 'data-autofocus': true }

/** Asks before something that cannot be undone; answers whether it was confirmed. */
export function confirmDialog(question: Question): Promise<boolean> {
  return new Promise((answer) => show({ ...question, answer }))
}

/** Asks which of several ways is meant; answers the one that was chosen, undefined for none. */
export function chooseDialog<Way>(
  question: Question,
  { confirmed, others }: { confirmed: Way; others: { label: string; way: Way }[] },
): Promise<Way | undefined> {
  return new Promise((answer) =>
    show({
      ...question,
      answer: (isConfirmed) => answer(isConfirmed ? confirmed : undefined),
      others: others.map(({ label, way }) => ({ label, choose: () => answer(way) })),
    }),
  )
}

/**
 * Says that something was done, and goes by itself (specification, section 9); what there is to say
 * or to do afterwards comes once it is gone, and stands beside it at no time.
 */
export function successDialog(title: string, text: string, gone?: () => void): void {
  show({ title, text, goesByItself: true, gone })
}

/** Says that something was not done; it stays until it is closed. */
export function failureDialog(text: string): void {
  show({ title: 'Not done', text, goesByItself: false })
}

/** Shows something that is needed now, and says itself where it begins; it stays until it is closed. */
export function contentDialog(title: string, content: Content): void {
  show({ title, content })
}
