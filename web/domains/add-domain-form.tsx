import { Button, Stack, TextInput } from '@mantine/core'
import { addDomain, domainAdded, domainRefusals, NewDomain } from '#contract/domains.ts'
import { useSchemaForm } from '#web/kit/form.ts'
import { logFailure } from '#web/kit/log.ts'
import { useChange } from '#web/kit/query.ts'
import { toastSuccess } from '#web/kit/toast.ts'

/** Adds a domain. A failure is only logged (specification, section 8), but for a name in use. */
export function AddDomainForm() {
  const add = useChange(addDomain)
  const { form, submit } = useSchemaForm(
    NewDomain,
    { name: '' },
    { name: domainRefusals.nameTaken },
  )

  const send = submit(async (body) => {
    try {
      await add.mutateAsync({ body })
    } catch (error) {
      logFailure('The domain was not added', error)
      throw error
    }
    toastSuccess(domainAdded)
    form.reset()
    form.getInputNode('name')?.focus()
  })

  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <TextInput label="Domain name" autoComplete="off" {...form.getInputProps('name')} />
        <Button type="submit" loading={form.submitting}>
          Add domain
        </Button>
      </Stack>
    </form>
  )
}
