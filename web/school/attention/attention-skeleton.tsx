import { Skeletons } from '#web/kit/page/states.tsx'

/** Shown while the attention cards or their code are loading. */
export const attentionSkeleton = <Skeletons count={2} height={240} />
