import { SimpleGrid } from '@mantine/core'
import { AddUserForm } from '#web/accounts/add-user-form.tsx'
import { AddDomainForm } from '#web/domains/add-domain-form.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { SectionCard } from '#web/kit/page/section-card.tsx'

export function AddUserPage() {
  return (
    <Page title="Add user">
      <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: 'start' }}>
        <SectionCard id="add-user" title="ADD USER">
          <AddUserForm />
        </SectionCard>
        <SectionCard id="add-domain" title="ADD DOMAIN">
          <AddDomainForm />
        </SectionCard>
      </SimpleGrid>
    </Page>
  )
}
