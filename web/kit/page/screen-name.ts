import { createContext } from 'react'

/** What the present screen is called in the frame, where it leads there: known before its code is here. */
export const ScreenName = createContext<string | undefined>(undefined)
