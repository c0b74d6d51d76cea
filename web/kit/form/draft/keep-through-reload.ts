import { onSessionEnd } from '../../api/session.ts'

/** The values typed into a form, by field. */
type Typed = Record<string, unknown>
type OpenForm = { name: string; typed: () => Typed | undefined }

/** The key in the tab's session storage. */
const storedAs = 'typed'

/** What was typed before this page was loaded, by form, until that form opens and takes it. */
const left = read()
const open = new Set<OpenForm>()

// One person's drafts must not be shown to the next.
onSessionEnd(() => {
  for (const name of Object.keys(left)) delete left[name]
  write({})
})

/** A form's key: its path and its fields. */
export function getFormKey(fields: Typed, pathname = location.pathname): string {
  return `${pathname} ${Object.keys(fields).sort().join()}`
}

/** What was typed into a form before the page was reloaded, as far as it still fits its fields. */
export function readDraft(name: string, fields: Typed): Typed | undefined {
  const typed = left[name]
  if (!typed) return undefined
  const fitting = Object.entries(typed).filter(([field, value]) => isAlike(value, fields[field]))
  return Object.fromEntries(fitting)
}

/**
 * Registers an open form, whose `typed` returns its unsaved input. Returns how to unregister it.
 * The stored draft of the form is dropped: the form has taken it.
 */
export function registerForm(form: OpenForm): () => void {
  if (form.name in left) {
    delete left[form.name]
    write(left)
  }
  open.add(form)
  return () => {
    open.delete(form)
  }
}

/** Stores the input of all forms for this tab's next page load, without passwords and codes. */
export function saveDrafts(): void {
  const now = [...open].flatMap(({ name, typed }) => {
    const values = typed()
    return values ? [[name, values]] : []
  })
  write({ ...left, ...Object.fromEntries(now) })
}

/** Stores this input as the draft of the form with the same fields at another path. */
export function storeDraftAt(pathname: string, fields: Typed): void {
  left[getFormKey(fields, pathname)] = fields
  write(left)
}

function isAlike(one: unknown, other: unknown): boolean {
  // A number is text while it is typed, and a select may be empty.
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
  return value instanceof Object && !Array.isArray(value)
}

function write(forms: Record<string, Typed>): void {
  try {
    if (Object.keys(forms).length > 0) sessionStorage.setItem(storedAs, JSON.stringify(forms))
    else sessionStorage.removeItem(storedAs)
  } catch {
    // Storage is blocked or full: nothing can be kept.
  }
}
