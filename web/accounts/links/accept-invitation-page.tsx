import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import { Link, Navigate, useNavigate, useParams } from 'react-router'
import { adminJoinedMessage, setPassword } from '#contract/accounts/accounts.ts'
import { checkInvitation } from '#contract/accounts/links/check-links.ts'
import type { Role } from '#contract/roles.ts'
import { useApiMutation, useApiQuery } from '#web/kit/api/hooks.ts'
import { storeDraftAt } from '#web/kit/form/draft/keep-through-reload.ts'
import { CardPage } from '#web/kit/page/card-page.tsx'
import { toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { useRole } from '#web/kit/page/role.ts'
import { useSchool } from '#web/kit/page/school.ts'
import { paths } from '#web/paths.ts'
import { ProviderButton } from '../login/provider-button.tsx'
import { LinkPage } from './link-page.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

/**
 * Sets the first password of an invited person; then leads to their profile, or an admin, who has
 * none, to the login.
 */
export function AcceptInvitationPage() {
  const role = useRole()
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const check = useApiQuery(checkInvitation[role], { params: { id } }, { once: true })
  const set = useApiMutation(setPassword[role])
  const known = useSchool()
  const school = known?.name ?? 'your school'

  if (check.data?.usesPassword === false) {
    if (role !== 'admin') return <Navigate to={paths.setProfile(role, id)} replace />
    return (
      <CardPage title={`Welcome to ${school}`} lead="You sign in here without a password.">
        {known?.oidc && (
          <ProviderButton role={role} name={known.oidc.name} path={paths.login(role)} />
        )}
      </CardPage>
    )
  }
  return (
    <LinkPage
      title="Set your password"
      lead={`Welcome to ${school}. Choose a password, then ${role === 'admin' ? 'sign in' : 'complete your profile'}.`}
      check={check}
    >
      {check.data?.hasPassword && (
        <Alert variant="default" role="status" mb="md" title="You have already set a password">
          <Anchor component={Link} to={paths.setProfile(role, id)} display="block" py="xs">
            Continue to your profile
          </Anchor>
          Or set another password here.
        </Alert>
      )}
      <NewPasswordForm
        send={async (password) => {
          const { email } = await set.mutateAsync({ params: { id }, body: { password } })
          if (role !== 'admin') return navigate(paths.setProfile(role, id))
          toastSuccess(adminJoinedMessage)
          storeDraftAt(paths.login(role), { email })
          navigate(paths.login(role))
        }}
      />
      {known?.oidc && <WithoutPassword role={role} id={id} provider={known.oidc.name} />}
    </LinkPage>
  )
}

/** The way on for people who will sign in through the OpenID provider. */
function WithoutPassword({ role, id, provider }: { role: Role; id: string; provider: string }) {
  return (
    <Stack mt="lg" gap="xs">
      <Text>You can also sign in with {provider}. Then you need no password here.</Text>
      {role === 'admin' ? (
        <ProviderButton role={role} name={provider} variant="default" path={paths.login(role)} />
      ) : (
        <Button component={Link} to={paths.setProfile(role, id)} variant="default">
          Continue without a password
        </Button>
      )}
    </Stack>
  )
}
