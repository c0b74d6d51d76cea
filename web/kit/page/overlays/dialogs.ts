import type { ReactNode } from 'react'
import { requestOverlays } from './overlays-needed.ts'

type Question = {
  title: string
  text: string
  confirm: string
  /** Whether confirming takes something away: the button is red then. */
  isDestructive?: boolean
  /** Details that help to decide. */
  facts?: ReactNode
  /** Aborting closes the question, for example because the matter was settled elsewhere. */
  signal?: AbortSignal
}

/** A dialog's content, or a function of how to close it that returns the content. */
type Content = ReactNode | ((close: () => void) => ReactNode)

/** A third answer, with its button's label. */
type OtherAnswer = { label: string; choose: () => void }

/** A question, a message or content to show in a dialog. */
export type Dialog =
  | (Question & { answer: (isConfirmed: boolean) => void; others?: OtherAnswer[] })
  | { title: string; text: string; goesByItself: boolean; gone?: (() => void) | undefined }
  | { title: string; content: Content }

let open: ((dialog: Dialog) => void) | undefined
const waiting: Dialog[] = []

/**
 * Registers the component that shows dialogs; dialogs that were waiting open now. Returns how to
 * unregister.
 */
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
 * For the element of a dialog that gets the focus: the first field, the safe answer of a question,
 * or the text if there is nothing else. Never the close button.
 */
export const autoFocusProps = { 'data-autofocus': true }

/** Asks before something that cannot be undone; returns whether it was confirmed. */
export function openConfirmDialog(question: Question): Promise<boolean> {
  return new Promise((answer) => show({ ...question, answer }))
}

/** Asks the reader to choose one of several ways; returns it, or undefined for none. */
export function openChoiceDialog<Way>(
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
 * A success message that closes by itself (specification, section 9). `gone` is called afterwards,
 * to show what follows: nothing is shown beside it.
 */
export function openSuccessDialog(title: string, text: string, gone?: () => void): void {
  show({ title, text, goesByItself: true, gone })
}

/** An error message that stays until it is closed. */
export function openFailureDialog(text: string): void {
  show({ title: 'Not done', text, goesByItself: false })
}

/** A dialog with any content, which decides where the focus starts. It stays until it is closed. */
export function openContentDialog(title: string, content: Content): void {
  show({ title, content })
}
