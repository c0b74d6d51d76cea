import { useRef } from 'react'
import type { z } from 'zod'
import { toastServerErrorMessage, toastSuccess } from '../page/overlays/toast.ts'
import { useSyncSavedValues } from './draft/sync-saved-values.ts'
import { useUnsaved } from './draft/unsaved.ts'
import { useSchemaForm } from './form.ts'

type SettingsForm<Saved, Fields> = {
  saved: Saved
  schema: z.ZodType
  toFields: (saved: Saved) => Fields
  /** Asked before valid fields are saved, for example after a test of them failed. */
  confirmSave?: (fields: Fields, before: Fields) => Promise<boolean>
  /** Saves valid fields; returns the saved settings and the message to show. */
  save: (fields: Fields, before: Fields) => Promise<{ message: string; settings: Saved }>
}

/**
 * A form that is saved as a whole. It asks before unsaved changes are left, shows changes that were
 * saved elsewhere, and focuses its status after a save. `bar` holds the props of its `SaveBar`.
 */
export function useSettingsForm<Saved, Fields extends Record<string, unknown>>({
  saved,
  schema,
  toFields,
  confirmSave,
  save,
}: SettingsForm<Saved, Fields>) {
  const { form, submit } = useSchemaForm(schema, toFields(saved))
  const messageRef = useRef<HTMLParagraphElement>(null)
  const isUnsaved = form.isDirty()
  useUnsaved(isUnsaved)
  useSyncSavedValues(saved, isUnsaved, show)

  function show(settings: Saved): void {
    form.setInitialValues(toFields(settings))
    form.reset()
  }

  const send = submit(async (fields) => {
    const before = form.getInitialValues()
    if (confirmSave && !(await confirmSave(fields, before))) return
    const sent = JSON.stringify(form.getValues())
    const { message, settings } = await save(fields, before)
    // What was changed meanwhile stays.
    if (JSON.stringify(form.getValues()) !== sent) form.setInitialValues(toFields(settings))
    else {
      show(settings)
      // There is no button left to press.
      messageRef.current?.focus()
    }
    toastSuccess(message)
  }, toastServerErrorMessage)

  const bar = {
    messageRef,
    message: isUnsaved ? 'Not saved yet.' : 'All changes saved.',
    isUnsaved,
    onDiscard: isUnsaved ? form.reset : undefined,
  }
  return { form, send, bar }
}
