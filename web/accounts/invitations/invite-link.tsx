import { CopyField } from '#web/kit/page/copy-field.tsx'
import { openContentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { useHasMailServer } from '#web/school/api.ts'

type Props = { name: string; url: string }

/** An invitation link for an admin to pass on: where mail does not arrive, or none is sent. */
export function InviteLink({ name, url }: Props) {
  const isMailed = useHasMailServer()
  return (
    <CopyField
      label={`Invitation link for ${name}`}
      value={url}
      hint={
        isMailed
          ? 'The invitation email contains the same link. Share it yourself if the email does not arrive.'
          : 'No mail server is set up, so no email was sent. Share the link yourself: it is not shown again.'
      }
    />
  )
}

/** Shows the link of a person who was invited again. */
export function showInviteLink(props: Props, isMailed: boolean): void {
  openContentDialog(isMailed ? 'Invitation sent' : 'New invitation link', <InviteLink {...props} />)
}
