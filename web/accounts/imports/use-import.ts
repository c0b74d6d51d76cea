import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { SharedInvitation } from '#contract/accounts/accounts.ts'
import type { EndpointReply } from '#contract/kit/endpoint.ts'
import { type ImportColumns, importPeople } from '#contract/people/import-people.ts'
import type { ProfileRole } from '#contract/roles.ts'
import { ApiError, callApi } from '#web/kit/api/call-api.ts'
import { makeIdempotencyKey } from '#web/kit/api/hooks.ts'
import { onSessionEnd } from '#web/kit/api/session.ts'
import { readJson, storeText, tabStorage } from '#web/kit/storage.ts'
import {
  getFirstNonBlankLine,
  restoreList,
  type SplitList,
  splitByProblems,
} from './split-by-problems.ts'

export type ImportReply = EndpointReply<typeof importPeople>

/** An import of this visit, with the links that nobody was sent. */
export type CompletedImport = { _id: string; invitations: SharedInvitation[] }

/**
 * The list that is being imported: its text, what the server says of it, and the imports that were
 * made: then the lines that were left out stay, to be corrected. It survives a reload, also
 * one while the list is being sent.
 */
export function useImport(role: ProfileRole) {
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => readDraft(role))
  // The last reply stays on the screen while other columns are tried.
  const [checked, setChecked] = useState<ImportReply>()
  const [leftOut, setLeftOut] = useState<string>()
  const [imports, setImports] = useState<CompletedImport[]>([])
  const chosen = useRef(
    draft.columns && { header: getFirstNonBlankLine(draft.text), columns: draft.columns },
  )
  const current = useRef(draft)
  const imported = useRef(new Map<string, ImportDraft & { lines: SplitList }>())
  const latest = useRef<ImportDraft>(undefined)
  const check = useMutation({
    mutationFn: (asked: ImportDraft) => {
      latest.current = asked
      return send(role, asked, 'none')
    },
    onSuccess: (reply, asked) => {
      if (latest.current === asked) setChecked(reply)
    },
    onError: (_, asked) => {
      if (latest.current === asked) setChecked(undefined)
    },
  })
  const add = useMutation({
    mutationFn: (asked: ImportDraft) => sendUntilAnswered(role, asked),
    // It may have been partly someone else's: the list is checked again.
    onError: (_, { sent: _sent, ...asked }) => change(asked),
    onSuccess: ({ rows, _id, invitations = [] }, { sent: _sent, ...asked }) => {
      const lines = splitByProblems(asked.text, rows)
      if (_id) {
        setImports((before) => [...before, { _id, invitations }])
        imported.current.set(_id, { ...asked, lines })
      }
      setLeftOut(lines.leftOut)
      forget()
      change({ ...asked, text: lines.leftOut })
      return client.invalidateQueries()
    },
  })

  function keep(next: ImportDraft) {
    const { text, columns } = next
    if (columns && text) chosen.current = { header: getFirstNonBlankLine(text), columns }
    current.current = next
    setDraft(next)
    saveDraft(role, next)
  }

  function forget() {
    latest.current = undefined
    setChecked(undefined)
    check.reset()
  }

  function change(next: ImportDraft) {
    keep(next)
    if (next.text.trim()) check.mutate(next)
    else forget()
  }

  /**
   * Puts the lines of an import back that was undone, and checks the list again: emails that were
   * in use may be free.
   */
  function restore(importId: string) {
    const { current: now } = current
    if (now.sent) return
    const undone = imported.current.get(importId)
    const text = undone ? restoreList(now.text, undone.lines) : now.text
    forget()
    change({ ...now, ...(text === undone?.text && { columns: undone.columns }), text })
  }

  useEffect(() => {
    if (draft.sent) add.mutate(draft)
    else if (draft.text) check.mutate(draft)
  }, [])

  return {
    text: draft.text,
    /** Types into the list, without checking it yet. Columns chosen for its header still hold. */
    type: (text: string) => {
      const { current: last } = chosen
      keep({ text, ...(last?.header === getFirstNonBlankLine(text) && { columns: last.columns }) })
      forget()
    },
    check: () => change(draft),
    /** Replaces the list, and checks it. */
    read: (text: string) => change({ text }),
    chooseColumns: (columns: ImportColumns) => change({ text: draft.text, columns }),
    checked,
    isChecking: check.isPending,
    problem: check.error,
    add: (apply: 'good' | 'all') => {
      const idempotencyKey = makeIdempotencyKey()
      const asked = {
        ...draft,
        ...(checked && { columns: checked.columns }),
        sent: { apply, idempotencyKey },
      }
      keep(asked)
      return add.mutateAsync(asked)
    },
    restore,
    isAdding: add.isPending,
    /** The imports of this visit, the first one first. */
    imports,
    /** Whether the list is just what the last import left out. */
    isLeftOut: draft.text === leftOut,
  }
}

async function send(
  role: ProfileRole,
  { text: csv, columns, sent }: ImportDraft,
  apply: 'none' | 'good' | 'all',
): Promise<ImportReply> {
  const value = { role, csv, apply, ...(columns && { columns }) }
  const key = sent && { idempotencyKey: sent.idempotencyKey }
  return (await callApi(importPeople, { body: { value } }, key)).data
}

const triesMax = 5

/** Sends it again with the same key while no reply comes: a long list may take its time. */
async function sendUntilAnswered(role: ProfileRole, asked: ImportDraft): Promise<ImportReply> {
  const apply = asked.sent?.apply ?? 'good'
  for (let tries = 1; ; tries++) {
    try {
      return await send(role, asked, apply)
    } catch (error) {
      const isUnanswered = error instanceof ApiError && error.serverMessage === undefined
      if (!isUnanswered || error.status === 401 || tries === triesMax) throw error
    }
  }
}

/** A list of people that is not imported yet. */
type ImportDraft = {
  text: string
  /** Columns chosen by hand. */
  columns?: ImportColumns | undefined
  /** What was sent, until the reply comes: after a reload it is sent again with the same key. */
  sent?: { apply: 'good' | 'all'; idempotencyKey: string }
}

const getKey = (role: ProfileRole) => `import ${role}`

// One person's list must not be shown to the next.
onSessionEnd(() => {
  for (const role of ['student', 'advisor', 'reviewer'] as const) saveDraft(role, { text: '' })
})

/** The list that was in the tab before it was reloaded; without text if there is none. */
function readDraft(role: ProfileRole): ImportDraft {
  // Only `saveDraft` writes under this key.
  return (readJson(tabStorage, getKey(role)) ?? { text: '' }) as ImportDraft
}

/** Keeps a list over a reload of the tab. */
function saveDraft(role: ProfileRole, draft: ImportDraft): void {
  storeText(tabStorage, getKey(role), draft.text ? JSON.stringify(draft) : null)
}
