import { Alert, Button, Card, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { Page } from '#web/kit/page/page.tsx'
import { VideoIcon } from '#web/kit/ui/icons/icons.tsx'
import styles from '../screen/call-stage.module.css'
import { DeviceCheck } from './device-check.tsx'
import { type Media, openMedia } from './media.ts'
import { SelfView } from './self-view.tsx'

/** Tests camera, microphone and speaker before a review; nothing leaves the browser. */
export function DeviceCheckPage() {
  const [media, setMedia] = useState<Media>()
  useEffect(() => {
    const opened = openMedia()
    setMedia(opened)
    return () => opened.stop()
  }, [])
  return (
    <Page title="Camera and sound" isNarrow>
      <Card withBorder>{media && <Check media={media} />}</Card>
    </Page>
  )
}

function Check({ media }: { media: Media }) {
  const { camera, microphone, isAsking, problem } = useStore(media.store)
  const isOn = (camera ?? microphone) !== null
  return (
    <Stack>
      <Text>
        Check your camera and microphone before your review. Your choices apply to the call. Nobody
        else can see or hear you here.
      </Text>
      {isOn ? (
        <>
          <div className={styles.stage}>
            {!camera && <div className={styles.nobody}>The camera is off</div>}
            <SelfView media={media} isLarge />
          </div>
          <DeviceCheck media={media} isCalling={false} />
        </>
      ) : (
        <Button
          leftSection={<VideoIcon />}
          loading={isAsking}
          onClick={media.share}
          style={{ alignSelf: 'flex-start' }}
        >
          Start camera and microphone
        </Button>
      )}
      {problem && (
        <Alert color="orange" variant="default" role="alert">
          {problem}
        </Alert>
      )}
    </Stack>
  )
}
