"""Small annotation files with the columns of the public ones."""

CMD_AD = """\
text,start,end,movie,scaled_start,scaled_end,cmd_filename,imdbid,movie_title,cmd_clip_idx
Dix looks up.,1395.4,1397.3,7212,-0.4,1.6,2014/ewEreSjPyC4,tt0042208,The Asphalt Jungle,1
"He sees her, and nods.",1397.9,1400.8,7212,6.9,9.8,2014/ewEreSjPyC4,tt0042208,The Asphalt Jungle,1
Doll waves.,1500.0,1502.0,7212,3.0,5.0,2014/48kV7uKAzEU,tt0042208,The Asphalt Jungle,2
"""
TV_AD = """\
text,start,end,imdbid,imdbid_pe,season,episode,scaled_end,scaled_start,duration,tvad_name,tvad_index
He sits.,240.2,242.1,tt0108778,tt0583459,1,1,242.2,240.2,2,friends_s01e01_seg02_clip_04,"[9, 10]"
"""
MAD_EVAL = """\
movie,sentence,movie_duration,start,end,imdb,lsmdc_filename,start_hms,end_hms
1005_Signs,A window looks out.,6391.2,133.0,138.2,tt0286106,1005_Signs_00.02.13,00.02.13.0,00.02.18.2
1005_Signs,A swing stands.,6391.2,126.5,130.7,tt0286106,1005_Signs_00.02.06,00.02.06.5,00.02.10.7
"""
ACTIONS = """\
anno_idx,imdbid,text_gt,text_gt_wo_char,gt_action
0,tt0042208,Dix looks up.,He looks up.,['He looks up.']
1,tt0042208,"He sees her, and nods.","He sees her, and nods.","['He sees her.', \\"He doesn't nod.\\"]"
2,tt0042208,Doll waves.,She waves.,0
""".replace('\\"', '""')
