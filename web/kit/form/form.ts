import { schemaResolver, useForm } from '@mantine/form'
import { useId } from 'react'
import type { z } from 'zod'
import type { Refusal } from '#contract/kit/refusal.ts'
import { ApiError } from '../api/call-api.ts'
import { hideLastError } from '../page/overlays/toast.ts'
import { useDraft } from './draft/use-draft.ts'

/**
 * A form validated by a schema of the contract. `submit` calls `send` with the valid values, and
 * `showFailure` if that fails; if values are invalid or the server rejects fields, the first of
 * them gets the focus. `beside` maps fields to the refusals that are shown at them. `hasTyped` says
 * whether a draft from before a reload was restored.
 */
export function useSchemaForm<Values extends Record<string, unknown>>(
  schema: z.ZodType,
  initialValues: Values,
  beside: Partial<Record<keyof Values & string, Refusal>> = {},
) {
  // Two forms on one screen may have a field of the same name.
  const name = useId().replace(/[^a-z0-9]/gi, '')
  const form = useForm<Values>({
    name,
    initialValues,
    validate: schemaResolver(schema, { sync: true }),
  })
  const hasTyped = useDraft({
    empty: initialValues,
    putBack: form.setValues,
    typed: () => (form.isDirty() ? withoutSecrets(form.values, form.getInputNode) : undefined),
  })
  const submit = (
    send: (values: Values) => Promise<unknown> | unknown,
    showFailure?: (error: unknown) => void,
  ) =>
    form.onSubmit(
      async (values) => {
        hideLastError()
        try {
          await send(values)
        } catch (error) {
          showFailure?.(error)
          const errors = getFieldErrors(error, beside)
          form.setErrors(errors)
          focusFirst(form, errors)
        }
      },
      (errors) => focusFirst(form, errors),
    )
  return { form, submit, hasTyped }
}

/** The server's messages by field; other failures have been shown already. */
function getFieldErrors(
  error: unknown,
  beside: Partial<Record<string, Refusal>>,
): Record<string, string> {
  if (!(error instanceof ApiError)) throw error
  const refused = Object.entries(beside).flatMap(([field, refusal]) =>
    refusal && refusal.message === error.serverMessage ? [[field, refusal.message]] : [],
  )
  return { ...Object.fromEntries(refused), ...error.errors }
}

type FormFields = Pick<ReturnType<typeof useForm>, 'getInputNode'>

/** Focuses the first invalid field; for a list that is invalid as a whole, its first line. */
function focusFirst(form: FormFields, errors: Record<string, unknown>): void {
  const nodes = Object.keys(errors).flatMap((field) => {
    const node = form.getInputNode(field) ?? form.getInputNode(`${field}.0`)
    return node ? [node] : []
  })
  nodes.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
  nodes[0]?.focus()
}

type Values = Record<string, unknown>

/** The values without those of secret fields, or of fields that are not on the screen. */
function withoutSecrets(values: Values, fieldOf: (field: string) => Element | null): Values {
  const shown = Object.entries(values).filter(([field]) => {
    const element = fieldOf(field) ?? fieldOf(`${field}.0`)
    return element !== null && !isSecret(element)
  })
  return Object.fromEntries(shown)
}

/** A password stays secret while it is shown, so `autocomplete` is checked too. */
function isSecret(element: Element): boolean {
  const fill = element.getAttribute('autocomplete') ?? ''
  return element.getAttribute('type') === 'password' || /password|one-time-code/.test(fill)
}
