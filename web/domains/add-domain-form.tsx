import { Anchor, Button, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { type DomainName, domainRefusals } from '#contract/domains/domain.ts'
import { addDomain, domainAddedMessage, NewDomain } from '#contract/domains/domains.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { logFailure } from '#web/kit/api/log-failure.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { FormError } from '#web/kit/form/form-error.tsx'
import { FormStack } from '#web/kit/form/form-stack.tsx'
import { toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { paths } from '#web/paths.ts'

/** Adds a domain. A failure is logged (specification, section 8), and shown beside the button. */
export function AddDomainForm() {
  const add = useApiMutation(addDomain)
  const [failure, setFailure] = useState<unknown>()
  const [added, setAdded] = useState<DomainName>()
  const { form, submit } = useSchemaForm(
    NewDomain,
    { name: '' },
    { name: domainRefusals.nameTaken },
  )

  const send = submit(async (body) => {
    setFailure(undefined)
    try {
      const { domain } = await add.mutateAsync({ body })
      setAdded(domain)
    } catch (error) {
      logFailure('The domain was not added', error)
      setFailure(error)
      throw error
    }
    toastSuccess(domainAddedMessage)
    form.reset()
    form.getInputNode('name')?.focus()
  })

  return (
    <FormStack onSubmit={send}>
      <TextInput
        label="Domain name"
        autoComplete="off"
        id="new-domain"
        {...form.getInputProps('name')}
      />
      <Button
        type="submit"
        variant="default"
        loading={form.submitting}
        style={{ alignSelf: 'flex-start' }}
      >
        Add domain
      </Button>
      {failure !== undefined && (
        <FormError text="The domain was not added." error={failure} fields={form.errors} />
      )}
      {added && (
        <Text size="sm">
          {added.name} has no tasks yet.{' '}
          <Anchor component={Link} to={paths.writeTaskFor(added._id)}>
            Write the first one
          </Anchor>
        </Text>
      )}
    </FormStack>
  )
}
