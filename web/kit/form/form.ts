import { schemaResolver, useForm } from '@mantine/form'
import { useId } from 'react'
import type { z } from 'zod'
import type { Refusal } from '#contract/kit/refusal.ts'
import { ApiError } from '../api/call-api.ts'
import { hideLastError } from '../page/overlays/toast.ts'
import { useDraft } from './draft/use-draft.ts'
import { withoutSecrets } from './draft/without-secrets.ts'

/**
 * A form judged by a schema of the contract. `submit` calls `send` with the values once they are
 * right; else, or when the server refuses fields, the first wrong field takes the focus. `beside`
 * names the fields that the server's refusals are about, to show its words there. `hasTyped` says
 * whether it begins with what was typed before the page was loaded anew.
 */
export function useSchemaForm<Values extends Record<string, unknown>>(
  schema: z.ZodType,
  initialValues: Values,
  beside: Partial<Record<keyof Values & string, Refusal>> = {},
) {
  // Two forms of one screen may both have a field of the same name.
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
  const submit = (send: (values: Values) => Promise<unknown> | unknown) =>
    form.onSubmit(
      async (values) => {
        hideLastError()
        try {
          await send(values)
        } catch (error) {
          const errors = getFieldErrors(error, beside)
          form.setErrors(errors)
          focusFirst(form, errors)
        }
      },
      (errors) => focusFirst(form, errors),
    )
  return { form, submit, hasTyped }
}

/** The server's words by the fields they are about; other failures were shown already. */
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

/** The first wrong field takes the focus; of a list that is wrong as a whole, its first line. */
function focusFirst(form: FormFields, errors: Record<string, unknown>): void {
  const nodes = Object.keys(errors).flatMap((field) => {
    const node = form.getInputNode(field) ?? form.getInputNode(`${field}.0`)
    return node ? [node] : []
  })
  nodes.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
  nodes[0]?.focus()
}
