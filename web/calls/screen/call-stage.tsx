import { type ReactNode, type Ref, useState } from 'react'
import { useStore } from 'zustand'
import { Avatar } from '#web/kit/ui/avatar.tsx'
import type { CallRole, Participants } from '../api.ts'
import type { Call } from '../call.ts'
import type { Media } from '../devices/media.ts'
import { SelfView } from '../devices/self-view.tsx'
import { VideoView } from '../devices/video-view.tsx'
import styles from './call-stage.module.css'

type Props = {
  call: Call
  media: Media
  role: CallRole
  people: Participants
  stage?: Ref<HTMLDivElement>
  remote?: Ref<HTMLVideoElement>
  /** Shown in full screen too. */
  children: ReactNode
}

/** Both pictures: the other person's large, the self view in the corner. */
export function CallStage({ call, media, role, people, stage, remote, children }: Props) {
  const { theirs, theyShare } = useStore(call.store)
  const speaker = useStore(media.store, ({ chosen }) => chosen.speaker?.id)
  const them = people[role === 'student' ? 'reviewer' : 'student']
  // An older client does not send what it shares; it does once a frame has arrived.
  const [seen, setSeen] = useState<MediaStream | null>(null)
  const hasPicture = theyShare ? theyShare.camera || theyShare.screen : seen === theirs
  return (
    <div className={styles.stage} ref={stage}>
      {theirs && (
        <VideoView
          stream={theirs}
          label={`Video of ${them.name}`}
          speaker={speaker}
          onPicture={() => setSeen(theirs)}
          ref={remote}
        />
      )}
      {!(theirs && hasPicture) && (
        <div className={styles.nobody}>
          <Avatar person={them} />
          <span>{them.name}</span>
          {theirs && <span>has the camera off</span>}
        </div>
      )}
      {theyShare?.microphone === false && <span className={styles.sign}>{them.name} is muted</span>}
      <SelfView media={media} />
      {children}
    </div>
  )
}
