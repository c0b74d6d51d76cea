import { type ChangeEvent, type SubmitEvent, useRef, useState } from 'react'
import type { z } from 'zod'

/**
 * A form of a few text fields validated by a schema of the contract, for the screens before the
 * app. It behaves as `useSchemaForm` does, without that one's library. `submit` calls `send` with
 * the valid values; otherwise the first invalid field gets the focus.
 */
export function useTextFieldsForm<Field extends string>(
  schema: z.ZodType,
  empty: Record<Field, string>,
) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(empty)
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({})
  const [isEdited, setEdited] = useState(false)

  function fieldProps(name: Field) {
    return {
      name,
      value: values[name],
      error: errors[name],
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
        const { value } = currentTarget
        setEdited(true)
        setValues((others) => ({ ...others, [name]: value }))
        setErrors((others) => ({ ...others, [name]: undefined }))
      },
    }
  }

  const submit = (send: (values: Record<Field, string>) => unknown) => (event: SubmitEvent) => {
    event.preventDefault()
    const wrong = getWrongFields(schema, values)
    setErrors(wrong)
    const [first] = Object.keys(wrong)
    if (first === undefined) return void send(values)
    const field = form.current?.elements.namedItem(first)
    if (field instanceof HTMLElement) field.focus()
  }

  return { form, values, setValues, isEdited, fieldProps, submit }
}

/** The first error of each invalid field, in the order of the fields. */
function getWrongFields<Field extends string>(schema: z.ZodType, values: Record<Field, string>) {
  const wrong: Partial<Record<Field, string>> = {}
  const issues = schema.safeParse(values).error?.issues ?? []
  for (const name in values) {
    const issue = issues.find(({ path }) => path[0] === name)
    if (issue) wrong[name] = issue.message
  }
  return wrong
}
