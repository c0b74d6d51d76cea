import { Alert, Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import {
  accountRefusals,
  listInvitationDomains,
  ProfileCompletion,
  profileCompletedMessage,
  setProfile,
} from '#contract/accounts/accounts.ts'
import { checkInvitation } from '#contract/accounts/links/check-links.ts'
import type { DomainName } from '#contract/domains/domain.ts'
import {
  defaultPhoneNumberFormat,
  type PhoneNumberFormat,
} from '#contract/kit/text/phone-number-formats.ts'
import type { ProfileRole } from '#contract/roles.ts'
import { ApiError } from '#web/kit/api/call-api.ts'
import { getErrorReason } from '#web/kit/api/error-messages.ts'
import { useApiMutation, useApiQuery } from '#web/kit/api/hooks.ts'
import { logFailure } from '#web/kit/api/log-failure.ts'
import { storeDraftAt } from '#web/kit/form/draft/keep-through-reload.ts'
import { FormStack } from '#web/kit/form/form-stack.tsx'
import { toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { useNonAdminRole } from '#web/kit/page/role.ts'
import { ErrorState } from '#web/kit/page/states.tsx'
import { TwoLines } from '#web/kit/ui/text/two-lines.tsx'
import { paths } from '#web/paths.ts'
import { LinkPage } from './link-page.tsx'
import { ProfileFields } from './profile-fields.tsx'
import { useProfileForm } from './profile-form.ts'

/** Completes the profile of an invited person, who can sign in afterwards. */
export function SetProfilePage() {
  const role = useNonAdminRole()
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const check = useApiQuery(checkInvitation[role], { params: { id } }, { once: true })

  return (
    <LinkPage
      title="Complete your profile"
      lead="A few details about you, then you can sign in."
      check={check}
    >
      <CompleteProfile
        role={role}
        invitation={id}
        phoneNumbers={check.data?.phoneNumbers ?? defaultPhoneNumberFormat}
        domain={check.data?.domain ?? null}
        chosen={check.data?.domains ?? []}
        done={(email) => {
          toastSuccess(profileCompletedMessage)
          storeDraftAt(paths.login(role), { email })
          navigate(paths.login(role))
        }}
      />
    </LinkPage>
  )
}

type Props = {
  role: ProfileRole
  invitation: string
  phoneNumbers: PhoneNumberFormat
  /** The domain that was chosen with the invitation. */
  domain: DomainName | null
  /** The domains that an admin has chosen for a reviewer, who can change them. */
  chosen: DomainName[]
  done: (email: string) => void
}

function CompleteProfile({ role, invitation: id, phoneNumbers, domain, chosen, done }: Props) {
  const [refusal, setRefusal] = useState<ApiError>()
  const complete = useApiMutation(setProfile[role])
  // Advisors choose no domain.
  const choosesDomain = role !== 'advisor' && !domain
  const domains = useApiQuery(
    listInvitationDomains[role === 'advisor' ? 'student' : role],
    { params: { id } },
    // A refetch after the profile is complete would find the link used up.
    { enabled: choosesDomain, once: true },
  )
  const { form, submit } = useProfileForm(role, phoneNumbers, {
    domain: domain?._id ?? '',
    domains: chosen.map(({ _id }) => _id),
  })

  const send = submit(async (values) => {
    try {
      const body = ProfileCompletion[role].parse({
        ...values,
        // An admin may have changed them meanwhile.
        domains: form.isDirty('domains') ? values.domains : [],
      })
      const { email } = await complete.mutateAsync({ params: { id }, body })
      done(email)
    } catch (error) {
      // The specification only logs this (section 8); the screen shows the reason too.
      logFailure('Your profile was not saved', error)
      if (error instanceof ApiError && !isAboutFields(error)) setRefusal(error)
      throw error
    }
  })

  if (domains.error) return <ErrorState error={domains.error} retry={domains.refetch} />
  return (
    <FormStack
      onSubmit={(event) => {
        // Of the previous attempt, also if this one does not reach the server.
        setRefusal(undefined)
        void send(event)
      }}
    >
      {role === 'student' && domains.data?.length === 0 && <NoDomains />}
      <ProfileFields
        role={role}
        form={form}
        phoneNumbers={phoneNumbers}
        domains={domains.data ?? chosen}
        givenDomain={domain?.name}
        hasChosenDomains={chosen.length > 0}
      />
      {refusal && (
        <Alert color="red" role="alert">
          <TwoLines text={refusal.message} more={getErrorReason(refusal)} />
          {refusal.message === accountRefusals.noPasswordYet.message && (
            <Anchor component={Link} to={paths.setPassword(role, id)} display="block">
              Set your password
            </Anchor>
          )}
        </Alert>
      )}
      <Button type="submit" loading={form.submitting}>
        Save profile
      </Button>
    </FormStack>
  )
}

function isAboutFields(error: ApiError): boolean {
  return Object.keys(error.errors).length > 0
}

/** A student needs a domain, and cannot add one. */
function NoDomains() {
  return (
    <Alert variant="default" role="alert" title="There are no domains to choose yet">
      Ask your admin to add one, then open this link again.
    </Alert>
  )
}
