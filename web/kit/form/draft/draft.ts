import { onSessionEnd } from '../../api/session.ts'

/** What was typed into a form, by its fields. */
type Typed = Record<string, unknown>
type OpenForm = { name: string; typed: () => Typed | undefined }

/** Under this name of the browser's storage, which is the tab's own, stands what was typed. */
const storedAs = 'typed'

/** What was typed before this page was loaded, by the form, until that form comes and takes it. */
const left = read()
const open = new Set<OpenForm>()

// What one person has typed is not for the next.
onSessionEnd(() => {
  for (const name of Object.keys(left)) delete left[name]
  write({})
})

/** A form's name: where it stands, and which fields it has. */
export function getFormKey(fields: Typed, pathname = location.pathname): string {
  return `${pathname} ${Object.keys(fields).sort().join()}`
}

/**
 * What was typed into a form before the page was loaded anew, as far as its fields still have
 * such values.
 */
export function readDraft(name: string, fields: Typed): Typed | undefined {
  const typed = left[name]
  if (!typed) return undefined
  const fitting = Object.entries(typed).filter(([field, value]) => isAlike(value, fields[field]))
  return Object.fromEntries(fitting)
}

/**
 * Keeps in mind that a form is open, which says what was typed into it if anything was; answers how
 * to forget that. What was typed before is the form's own from now on.
 */
export function openForm(form: OpenForm): () => void {
  if (form.name in left) {
    delete left[form.name]
    write(left)
  }
  open.add(form)
  return () => {
    open.delete(form)
  }
}

/**
 * Keeps what is typed in the open forms for the page that is loaded next in this tab; no password
 * and no code is among it.
 */
export function saveDraft(): void {
  const now = [...open].flatMap(({ name, typed }) => {
    const values = typed()
    return values ? [[name, values]] : []
  })
  write({ ...left, ...Object.fromEntries(now) })
}

/** Takes what was typed here along to the form that has these fields at another address. */
export function restoreDraft(pathname: string, fields: Typed): void {
  left[getFormKey(fields, pathname)] = fields
  write(left)
}

function isAlike(one: unknown, other: unknown): boolean {
  // A number is being typed as a text, and a choice may be of nothing yet.
  if (one === null || other === null) return true
  const kind = (value: unknown) => (typeof value === 'number' ? 'string' : typeof value)
  return kind(one) === kind(other) && Array.isArray(one) === Array.isArray(other)
}

function read(): Record<string, Typed> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storedAs) ?? '{}')
    return isRecord(stored) ? Object.fromEntries(Object.entries(stored).filter(isOfForm)) : {}
  } catch {
    return {}
  }
}

function isOfForm(entry: [string, unknown]): entry is [string, Typed] {
  return isRecord(entry[1])
}

function isRecord(value: unknown): value is Typed {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function write(forms: Record<string, Typed>): void {
  try {
    if (Object.keys(forms).length > 0) sessionStorage.setItem(storedAs, JSON.stringify(forms))
    else sessionStorage.removeItem(storedAs)
  } catch {
    // Storage is blocked or full: then nothing can be kept.
  }
}
