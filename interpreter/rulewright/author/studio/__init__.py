"""The answers of a studio about one folder of files.

    folder_study.py     problems, completions, meanings, tests and coverage of the files
    scenario_edits.py   scenarios and expectations written into a scenario file
    copied_games.py     a copy of a game under a name of its own

`table/serve/studio` asks for them by `studio_tools.py`.
"""
