/** What somebody does before they turn to something. */
export const firstTouches = ['pointerover', 'pointerdown', 'touchstart', 'keydown', 'focusin'] as const

/** Told to the window when something was done with a part that is not there yet. */
export const wantedEvent = 'primp:wanted'
