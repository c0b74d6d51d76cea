/** Whether a review that loses its slot is moved by itself, or its advisor asked first. */
export const autoMoveOptions = ['ask', 'same-day'] as const
export type AutoMoveOption = (typeof autoMoveOptions)[number]
