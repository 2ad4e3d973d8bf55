"""Hosting of a server: its connections, the gateway that answers them, and the processes that run rules.

    connections, guard, addresses, running   who may ask, how often, and how much
    gateway                                  hands requests on as jobs, and tells open pages of news
    jobs, job_handler                        a job and its answer; what does one
    executor                                 does jobs in the server's own process
    worker_pool, worker, remote_store        processes that do jobs, which are ended when one takes too long
    fairness, bot_time                       whose job is next; how long a bot thinks when many wait
    hooks                                    web addresses that are told whose turn it is
    background, latest, logs                 work beside the loop, what is kept of the newest, a bounded log

Begin with `gateway.py`.
"""
