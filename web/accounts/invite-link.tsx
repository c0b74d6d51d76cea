import { CopyField } from '#web/kit/page/copy-field.tsx'

/** An invitation link for an admin to pass on if mail does not arrive. */
export function InviteLink({ name, url }: { name: string; url: string }) {
  return (
    <CopyField
      label={`Invitation link for ${name}`}
      value={url}
      hint="The invitation email contains the same link. Share it yourself if the email does not arrive."
    />
  )
}
