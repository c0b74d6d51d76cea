import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import {
  accountRefusals,
  getInvitationDomains,
  ProfileCompletion,
  profileCompleted,
  setProfile,
} from '#contract/accounts.ts'
import { CallFailed } from '#web/kit/call.ts'
import { CardPage } from '#web/kit/card-page.tsx'
import { Signpost } from '#web/kit/illustrations.tsx'
import { logFailure } from '#web/kit/log.ts'
import { paths } from '#web/kit/paths.ts'
import { useCall, useChange } from '#web/kit/query.ts'
import { useInvitedRole } from '#web/kit/role.ts'
import { Staircase } from '#web/kit/staircase.tsx'
import { Failed } from '#web/kit/states.tsx'
import { toastSuccess } from '#web/kit/toast.ts'
import { ProfileFields } from './profile-fields.tsx'
import { useProfileForm } from './profile-form.ts'

/** The profile of somebody who was invited; once it is complete they can sign in. */
export function SetProfilePage() {
  const role = useInvitedRole()
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState<string>()
  const complete = useChange(setProfile[role])
  // An advisor has no domain to choose.
  const domains = useCall(
    getInvitationDomains[role === 'advisor' ? 'student' : role],
    { params: { id } },
    { enabled: role !== 'advisor' },
  )
  const { form, submit } = useProfileForm(role)

  const send = submit(async (values) => {
    setRefusal(undefined)
    try {
      await complete.mutateAsync({ params: { id }, body: ProfileCompletion[role].parse(values) })
    } catch (error) {
      // The specification only logs this (section 8); whoever fills it in should still know why.
      logFailure('The profile was not set', error)
      if (error instanceof CallFailed && !isAboutFields(error)) setRefusal(error.message)
      throw error
    }
    toastSuccess(profileCompleted)
    navigate(paths.login(role))
  })

  if (domains.error) return <NoForm error={domains.error} retry={domains.refetch} />
  return (
    <CardPage
      title="Complete your profile"
      picture={<Staircase />}
      lead="A few facts about you, then you can sign in."
    >
      <form onSubmit={send} noValidate>
        <Stack>
          <ProfileFields role={role} form={form} domains={domains.data} />
          {refusal && (
            <Alert color="red" role="alert">
              {refusal}
              {refusal === accountRefusals.noPasswordYet.message && (
                <Anchor component={Link} to={paths.setPassword(role, id)} display="block">
                  Set your password
                </Anchor>
              )}
            </Alert>
          )}
          <Button type="submit" loading={form.submitting}>
            Save profile
          </Button>
        </Stack>
      </form>
    </CardPage>
  )
}

function isAboutFields(error: CallFailed): boolean {
  return Object.keys(error.errors).length > 0
}

/** A link that is not good any more, in the server's words; or a call that can be tried again. */
function NoForm({ error, retry }: { error: Error; retry: () => unknown }) {
  const isBadLink = error instanceof CallFailed && error.status === accountRefusals.badLink.status
  return (
    <CardPage title="Complete your profile" picture={<Signpost />}>
      {isBadLink ? (
        <Text ta="center" role="alert">
          {error.message}
        </Text>
      ) : (
        <Failed error={error} retry={retry} />
      )}
    </CardPage>
  )
}
