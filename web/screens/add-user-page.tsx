import { Card, SimpleGrid, Title } from '@mantine/core'
import { AddUserForm } from '#web/accounts/add-user-form.tsx'
import { AddDomainForm } from '#web/domains/add-domain-form.tsx'
import { Page } from '#web/kit/page/page.tsx'

export function AddUserPage() {
  return (
    <Page title="Add user">
      <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: 'start' }}>
        <Card component="section" withBorder aria-labelledby="add-user">
          <Title order={2} mb="md" id="add-user">
            ADD USER
          </Title>
          <AddUserForm />
        </Card>
        <Card component="section" withBorder aria-labelledby="add-domain">
          <Title order={2} mb="md" id="add-domain">
            ADD DOMAIN
          </Title>
          <AddDomainForm />
        </Card>
      </SimpleGrid>
    </Page>
  )
}
