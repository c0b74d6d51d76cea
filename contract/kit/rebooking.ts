/** Whether a review that loses its slot is moved automatically, or its advisor is asked first. */
export const autoMoveOptions = ['ask', 'same-day'] as const
export type AutoMoveOption = (typeof autoMoveOptions)[number]
