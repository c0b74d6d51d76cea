import { schemaResolver, useForm } from '@mantine/form'
import type { z } from 'zod'
import { CallFailed } from './call.ts'

/**
 * A form judged by a schema of the contract. `submit` calls `send` with the values once they are
 * right; else, or when the server refuses fields, the first wrong field takes the focus.
 */
export function useSchemaForm<Values extends Record<string, unknown>>(
  schema: z.ZodType,
  initialValues: Values,
) {
  const form = useForm<Values>({ initialValues, validate: schemaResolver(schema, { sync: true }) })
  const submit = (send: (values: Values) => Promise<unknown> | unknown) =>
    form.onSubmit(
      async (values) => {
        try {
          await send(values)
        } catch (error) {
          showFieldErrors(form, error)
        }
      },
      (errors) => focusFirst(form, errors),
    )
  return { form, submit }
}

type FormFields = Pick<ReturnType<typeof useForm>, 'setErrors' | 'getInputNode'>

/** Puts the server's words beside the fields they are about; other errors were shown already. */
function showFieldErrors(form: FormFields, error: unknown): void {
  if (!(error instanceof CallFailed)) throw error
  form.setErrors(error.errors)
  focusFirst(form, error.errors)
}

function focusFirst(form: FormFields, errors: Record<string, unknown>): void {
  const nodes = Object.keys(errors).flatMap((field) => {
    const node = form.getInputNode(field)
    return node ? [node] : []
  })
  nodes.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
  nodes[0]?.focus()
}
