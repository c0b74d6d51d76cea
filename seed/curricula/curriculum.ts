/** One week of training: three lists of tasks, and topics that a review may leave pending. */
type WeekPlan = {
  personalDevelopmentWorkout: string[]
  technicalWorkouts: string[]
  miscellaneousWorkouts: string[]
  pendingTopics: string[]
}

/** The whole course of one domain, its weeks in the order they are taught. */
export type Curriculum = {
  name: string
  weeks: WeekPlan[]
}
