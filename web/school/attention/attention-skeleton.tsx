import { Skeletons } from '#web/kit/page/states.tsx'

/** Stands for who needs somebody, while that or its code is on its way. */
export const attentionSkeleton = <Skeletons count={2} height={240} />
