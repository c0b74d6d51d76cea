import { CopyField } from '#web/kit/page/copy-field.tsx'

/** The link of an invitation, for an admin to hand over where mail does not arrive. */
export function InviteLink({ name, url }: { name: string; url: string }) {
  return (
    <CopyField
      label={`Invitation link for ${name}`}
      value={url}
      hint="The invitation mail contains the same link. Share it yourself if the mail does not arrive."
    />
  )
}
