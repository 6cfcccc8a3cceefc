/** What the list below the box tells the box about itself. */
export interface ListState {
  readonly isShown: boolean;
  readonly isLoading: boolean;
  /** Id of the selected result; undefined while there is none. */
  readonly active: string | undefined;
}
