/** Whether a review that loses its slot is moved automatically, or its advisor is asked first. */
export const rebookingPolicies = ['ask', 'same-day'] as const
export type RebookingOption = (typeof rebookingPolicies)[number]
