import { useNavigate, useParams } from 'react-router'
import { profileCompletedMessage } from '#contract/accounts/accounts.ts'
import { checkInvitation } from '#contract/accounts/links/check-links.ts'
import { defaultPhoneNumbers } from '#contract/kit/text/phone-numbers.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { restoreDraft } from '#web/kit/form/draft/keep-through-reload.ts'
import { toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { useInvitedRole } from '#web/kit/page/role.ts'
import { paths } from '#web/paths.ts'
import { CompleteProfile } from './complete-profile.tsx'
import { LinkPage } from './link-page.tsx'

/** Completes the profile of an invited person, who can sign in afterwards. */
export function SetProfilePage() {
  const role = useInvitedRole()
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
        phoneNumbers={check.data?.phoneNumbers ?? defaultPhoneNumbers}
        domain={check.data?.domain ?? null}
        done={(email) => {
          toastSuccess(profileCompletedMessage)
          restoreDraft(paths.login(role), { email })
          navigate(paths.login(role))
        }}
      />
    </LinkPage>
  )
}
